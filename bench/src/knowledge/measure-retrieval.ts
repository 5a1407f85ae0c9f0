import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BUILTIN_MODEL,
  chunkDocument,
  type EmbeddedChunk,
  type Embedder,
  openBuiltinEmbedder,
  openDocumentParser,
  openPostgresStore,
  type RenderedDocument,
  renderDocument,
  type SearchedBase,
  type SearchMode,
  type SearchPorts,
  searchKnowledge,
  toChunkMetadata,
  toEmbeddedText,
} from '@multilane/knowledge';
import { installVectorPostgres, PROJECT_ROOT, startPostgres } from '@multilane/testing';
import { judgeRanking } from './judge-ranking.js';
import { openBenchPool } from './open-bench-pool.js';
import { readQuestions, toAnchor } from './read-questions.js';
import { rerankByPassages } from './rerank-by-passages.js';

const CUT = 10;
const QUESTIONS = join(PROJECT_ROOT, 'bench/src/knowledge/questions.tsv');

/** The folders whose Markdown is searched. */
const FOLDERS = ['docs', 'docs/contract', 'docs/recipes', 'docs/decisions'];

/** A chunk belongs to a section if it has this many characters of it, or half of it. */
const SHARED_CHARACTERS = 200;

interface Section {
  readonly start: number;
  readonly end: number;
}

/** Measures how well questions find the sections of the documentation that answer them. */
export async function measureRetrieval({
  note,
  print,
}: {
  readonly note: (text: string) => void;
  readonly print: (row: string) => void;
}): Promise<void> {
  const server = await startPostgres({ bin: installVectorPostgres() });
  const pool = openBenchPool(await server.createDatabase(), 4);
  const embedder = openBuiltinEmbedder();
  try {
    const store = openPostgresStore(pool);
    const base = { kbId: randomUUID(), generation: 1, embeddingModel: BUILTIN_MODEL };
    const workspaceId = randomUUID();
    const sections = new Map<string, ReadonlySet<string>>();
    let count = 0;
    for (const path of listDocuments()) {
      const rendered = await readDocument(path);
      const chunks = await embedChunks(rendered, path, embedder);
      const documentId = randomUUID();
      for (let at = 0; at < chunks.length; at += 100) {
        await store.add({ ...base, workspaceId, documentId }, chunks.slice(at, at + 100));
      }
      count += chunks.length;
      noteSections(sections, path, rendered, chunks);
    }
    note(`${count} chunks`);
    const ports: SearchPorts = {
      store,
      embed: async (_, text) => (await embedder.embed([text]))[0] ?? new Float32Array(),
    };
    const reranking = { ...ports, rerank: rerankByPassages };
    print(`| ${count} chunks, 200 questions | nDCG@${CUT} | recall@${CUT} |\n|---|---|---|`);
    const cases: [string, SearchPorts, SearchMode][] = [
      ['lexical', ports, 'lexical'],
      ['vector', ports, 'vector'],
      ['hybrid', ports, 'hybrid'],
      ['hybrid, reranked by passages', reranking, 'hybrid'],
    ];
    for (const [name, used, mode] of cases) {
      const { ndcg, recall } = await judge(used, { workspaceId, bases: [base], mode }, sections);
      print(`| ${name} | ${ndcg.toFixed(3)} | ${recall.toFixed(3)} |`);
    }
  } finally {
    await embedder.close();
    await pool.close();
    await server.stop();
  }
}

function listDocuments(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(PROJECT_ROOT, folder))
      // The first page of the site is a layout without text.
      .filter((name) => name.endsWith('.md') && name !== 'index.md')
      .sort()
      .map((name) => `${folder}/${name}`),
  );
}

async function readDocument(path: string): Promise<RenderedDocument> {
  const parser = openDocumentParser({ concurrency: 1 });
  const outcome = await parser.parseDocument(readFileSync(join(PROJECT_ROOT, path)), { name: path });
  await parser.close();
  if (outcome.status !== 'parsed') throw new Error(`${path}: ${outcome.status}`);
  return renderDocument(outcome.document);
}

async function embedChunks(rendered: RenderedDocument, path: string, embedder: Embedder): Promise<EmbeddedChunk[]> {
  const options = { tokens: 512, overlap: 64, count: (text: string) => Math.ceil(text.length / 4) };
  const chunks = [...chunkDocument(rendered, options)];
  const texts = chunks.map((chunk) => toEmbeddedText(chunk));
  const vectors = await embedder.embed(texts);
  return chunks.map((chunk, at) => ({
    chunk: {
      index: chunk.index,
      content: chunk.text,
      searchText: texts[at],
      metadata: { ...toChunkMetadata(chunk, path) },
      language: 'en',
    },
    embedding: vectors[at] ?? new Float32Array(),
  }));
}

/** Notes the chunks that have the text of each section. */
function noteSections(
  sections: Map<string, ReadonlySet<string>>,
  path: string,
  { text }: RenderedDocument,
  chunks: readonly EmbeddedChunk[],
): void {
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)];
  for (const [at, heading] of headings.entries()) {
    const section = { start: heading.index, end: headings[at + 1]?.index ?? text.length };
    const having = chunks.filter(({ chunk }) => sharesText(chunk.metadata as unknown as Section, section));
    const key = `${path}#${toAnchor((heading[1] ?? '').replaceAll('\\', ''))}`;
    if (!sections.has(key)) sections.set(key, new Set(having.map(({ chunk }) => `${path}/${chunk.index}`)));
  }
}

function sharesText(chunk: Section, section: Section): boolean {
  const shared = Math.min(chunk.end, section.end) - Math.max(chunk.start, section.start);
  return shared >= Math.min(SHARED_CHARACTERS, (section.end - section.start) / 2);
}

async function judge(
  ports: SearchPorts,
  query: { workspaceId: string; bases: readonly SearchedBase[]; mode: SearchMode },
  sections: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<{ ndcg: number; recall: number }> {
  const sum = { ndcg: 0, recall: 0 };
  const questions = readQuestions(readFileSync(QUESTIONS, 'utf8'));
  for (const { anchor, page, text } of questions) {
    const relevant = sections.get(`docs/${page}#${anchor}`);
    if (relevant === undefined || relevant.size === 0) throw new Error(`no chunk has docs/${page}#${anchor}`);
    const results = await searchKnowledge(ports, { ...query, text, topK: CUT });
    const ranked = results.map(({ metadata }) => `${metadata.source}/${metadata.chunk_index}`);
    const { ndcg, recall } = judgeRanking(ranked, relevant, CUT);
    sum.ndcg += ndcg / questions.length;
    sum.recall += recall / questions.length;
  }
  return sum;
}
