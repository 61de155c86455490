import { stat } from 'node:fs/promises';
import {
  type AudioTrackMetadata,
  Conversion,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputFormat,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputAudioTrack,
  type OutputVideoTrack,
  type VideoTrackMetadata,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import type { MediaFault } from './media-job.ts';
import { isWholeMp4, isWholeWebm } from './video-structure.ts';

type CopiedVideo = { width: number; height: number; bytes: number };
export type VideoJob = { path: string; contentType: string; target: string };

/**
 * Copies the picture and sound of a video into a new file (`target`) without decoding them. Whatever else the file
 * holds stays behind: tags, location, camera, dates, chapters, attachments, subtitles, names of tracks.
 */
export async function copyVideo({
  path,
  contentType,
  target,
}: VideoJob): Promise<CopiedVideo | { refused: MediaFault }> {
  const isWebm = contentType === 'video/webm';
  if (!(await (isWebm ? isWholeWebm(path) : isWholeMp4(path)))) return { refused: 'truncated' };
  const formats = [isWebm ? WEBM : MP4];
  const input = new Input({ formats, source: new FilePathSource(path) });
  // The index comes first, so that a browser can play before the whole file has arrived.
  const format = isWebm ? new TurnableWebm() : new Mp4OutputFormat({ fastStart: 'in-memory' });
  const output = new NamelessOutput({ format, target: new FilePathTarget(target) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || (await track.getCodec()) === null) return { refused: 'damaged' };
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    const options = { video: { alpha: 'keep' }, copy: { mode: 'forced' }, tags: {}, showWarnings: false } as const;
    const conversion = await Conversion.init({ input, output, ...options });
    if (width <= 0 || height <= 0 || !conversion.utilizedTracks.includes(track)) return { refused: 'damaged' };
    await conversion.execute();
    // Packets that the index names and the file lacks are left out without an error.
    if ((await countCopied(target, formats)) < (await countPackets(conversion.utilizedTracks))) {
      return { refused: 'truncated' };
    }
    return { width, height, bytes: (await stat(target)).size };
  } finally {
    if (output.state === 'pending') await output.cancel();
    input.dispose();
  }
}

async function countCopied(path: string, formats: InputFormat[]): Promise<number> {
  const copy = new Input({ formats, source: new FilePathSource(path) });
  try {
    return await countPackets(await copy.getTracks());
  } finally {
    copy.dispose();
  }
}

async function countPackets(tracks: readonly InputTrack[]): Promise<number> {
  let count = 0;
  for (const track of tracks) count += (await track.computePacketStats()).packetCount;
  return count;
}

/** WebM can say how a video is turned, but the library would rather encode it anew, as not every player looks there. */
class TurnableWebm extends WebMOutputFormat {
  override get supportsVideoTransformationMetadata() {
    return true;
  }
}

/** A conversion takes over the names of tracks, which are free text. */
class NamelessOutput extends Output {
  override addVideoTrack(
    source: Parameters<Output['addVideoTrack']>[0],
    metadata?: VideoTrackMetadata,
  ): OutputVideoTrack {
    return super.addVideoTrack(source, withoutName(metadata));
  }

  override addAudioTrack(
    source: Parameters<Output['addAudioTrack']>[0],
    metadata?: AudioTrackMetadata,
  ): OutputAudioTrack {
    return super.addAudioTrack(source, withoutName(metadata));
  }
}

function withoutName<T extends { name?: string | undefined }>(metadata: T | undefined): Omit<T, 'name'> {
  const { name: _, ...rest } = metadata ?? ({} as T);
  return rest;
}
