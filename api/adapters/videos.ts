import { FilePathSource, Input, MP4, WEBM } from 'mediabunny';

/** The size in pixels in which a video is shown, or null when there is no picture in it that a browser could play. */
export async function readVideo(path: string, contentType: string): Promise<{ width: number; height: number } | null> {
  const input = new Input({ formats: [contentType === 'video/webm' ? WEBM : MP4], source: new FilePathSource(path) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || (await track.getCodec()) === null) return null;
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    // One packet shows that there is more than a table of contents.
    const hasContent = (await track.computeDuration()) > 0;
    return hasContent && width > 0 && height > 0 ? { width, height } : null;
  } finally {
    input.dispose();
  }
}
