import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

let pictures = 0;

/** A picture that a page describes in Mermaid. Until it is drawn, and for readers without scripts, its text is shown. */
export const MermaidPicture = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const source = decodeURIComponent(props.source);
    const id = `picture-${++pictures}`;
    const svg = ref('');
    const draw = async (): Promise<void> => {
      // Part of the site, and loaded by the pages that have pictures alone.
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', theme: isDark.value ? 'dark' : 'default' });
      svg.value = (await mermaid.render(id, source)).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () =>
      svg.value === ''
        ? h('pre', { class: 'mermaid-picture' }, source)
        : h('div', { class: 'mermaid-picture', innerHTML: svg.value });
  },
});
