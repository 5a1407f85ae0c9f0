/** Characters of the data URLs of a message: a body of 1 MB has room for its texts too. */
const MOST_TOGETHER = 900_000;
/** Characters of one data URL that the service takes. */
const MOST_ALONE = 699_000;
/** Pixels along the longer side: models see no more. */
const LONGEST_SIDE = 1_568;
const QUALITY = 0.85;
const SMALLER = 0.75;
const MOST_TRIES = 12;

/** Images as data URLs that fit into one message. Those that are small enough stay as they are. */
export function shrinkImages(urls: readonly string[]): Promise<string[]> {
  const most = Math.min(MOST_ALONE, Math.floor(MOST_TOGETHER / Math.max(urls.length, 1)));
  return Promise.all(urls.map((url) => shrink(url, most)));
}

async function shrink(url: string, most: number): Promise<string> {
  if (url.length <= most) return url;
  const image = new Image();
  image.src = url;
  await image.decode();
  let side = Math.min(LONGEST_SIDE, Math.max(image.naturalWidth, image.naturalHeight));
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const drawn = draw(image, side);
    if (drawn.length <= most) return drawn;
    side = Math.floor(side * SMALLER);
  }
  throw new Error('The image cannot be made small enough.');
}

function draw(image: HTMLImageElement, side: number): string {
  const scale = side / Math.max(image.naturalWidth, image.naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser draws no images.');
  // JPEG has no transparent pixels.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
