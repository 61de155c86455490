import h264 from 'h264-mp4-encoder';
import { BlobSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output } from 'mediabunny';
import sharp from 'sharp';
import { formatCaptions } from './captions.ts';
import { FPS, HEIGHT, SECONDS, WIDTH } from './film.ts';
import { createFrameRenderer, type FrameRenderer } from './render-frame.ts';

const POSTER_SECOND = 6.7;
/** 10 (best) to 51. Flat colours and slow movements show nothing of it. */
const QUANTIZATION = 30;

/** The film of the home page with its poster and captions. Frames have exact times, so every machine makes the same film. */
export async function renderFilm(): Promise<Record<string, Buffer | string>> {
  const frames = await createFrameRenderer();
  try {
    return {
      'intro-poster.webp': await renderPoster(frames),
      'intro.mp4': await moveIndexToFront(await encodeFilm(frames)),
      'intro.vtt': formatCaptions(),
    };
  } finally {
    frames.close();
  }
}

function renderPoster(frames: FrameRenderer): Promise<Buffer> {
  const { pixels, width, height } = frames.render(POSTER_SECOND);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
}

/** H.264, which every browser plays, by an encoder in WebAssembly: no other program is needed. */
async function encodeFilm(frames: FrameRenderer): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await h264.createH264MP4Encoder();
  Object.assign(encoder, {
    width: WIDTH,
    height: HEIGHT,
    frameRate: FPS,
    quantizationParameter: QUANTIZATION,
    groupOfPictures: 10 * FPS,
    speed: 0,
  });
  encoder.initialize();
  for (let frame = 0; frame < Math.round(SECONDS * FPS); frame += 1) {
    encoder.addFrameRgba(frames.render(frame / FPS).pixels);
  }
  encoder.finalize();
  const film = new Uint8Array(encoder.FS.readFile(encoder.outputFilename));
  encoder.delete();
  return film;
}

/** The index of an MP4 in front of its pictures, so that it plays while it loads. */
async function moveIndexToFront(film: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const input = new Input({ source: new BlobSource(new Blob([film])), formats: [MP4] });
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const conversion = await Conversion.init({ input, output });
  await conversion.execute();
  if (!target.buffer) throw new Error('Couldn’t write the film.');
  return Buffer.from(target.buffer);
}
