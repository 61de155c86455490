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
import type { MediaErrorCode } from './media-worker-protocol.ts';
import { isWholeMp4, isWholeWebm } from '#api/adapters/video-structure.ts';

type CopiedVideo = { width: number; height: number; bytes: number };
export type VideoJob = { path: string; contentType: string; target: string; onOpened?: () => void };

/**
 * Copies the video and audio packets into a new file (`target`) without decoding them, and no metadata: tags, location, camera,
 * dates, chapters, attachments, subtitles, names of tracks. `onOpened` runs before the copying, whose time depends on the
 * size of the file alone.
 */
export async function copyVideo(job: VideoJob): Promise<CopiedVideo | { rejected: MediaErrorCode }> {
  const isWebm = job.contentType === 'video/webm';
  if (!(await (isWebm ? isWholeWebm(job.path) : isWholeMp4(job.path)))) return { rejected: 'truncated' };
  const formats = [isWebm ? WEBM : MP4];
  const input = new Input({ formats, source: new FilePathSource(job.path) });
  // The index comes first, so that a browser can play before the whole file has arrived.
  const format = isWebm ? new TurnableWebm() : new Mp4OutputFormat({ fastStart: 'reserve' });
  const output = new PlainOutput({ format, target: new FilePathTarget(job.target) });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track || (await track.getCodec()) === null) return { rejected: 'damaged' };
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
    output.maximumPacketCount = Math.max(...(await countPackets(await input.getTracks())));
    const options = { video: { alpha: 'keep' }, copy: { mode: 'forced' }, tags: {}, showWarnings: false } as const;
    const conversion = await Conversion.init({ input, output, ...options });
    if (width <= 0 || height <= 0 || !conversion.utilizedTracks.includes(track)) return { rejected: 'damaged' };
    const expected = await countPackets(conversion.utilizedTracks);
    job.onOpened?.();
    await conversion.execute();
    // Packets that the index names and the file lacks are left out without an error.
    if (sum(await countCopied(job.target, formats)) < sum(expected)) return { rejected: 'truncated' };
    return { width, height, bytes: (await stat(job.target)).size };
  } finally {
    if (output.state === 'pending') await output.cancel();
    input.dispose();
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

async function countCopied(path: string, formats: InputFormat[]): Promise<number[]> {
  const copy = new Input({ formats, source: new FilePathSource(path) });
  try {
    return await countPackets(await copy.getTracks());
  } finally {
    copy.dispose();
  }
}

async function countPackets(tracks: readonly InputTrack[]): Promise<number[]> {
  const counts: number[] = [];
  for (const track of tracks) counts.push((await track.computePacketStats()).packetCount);
  return counts;
}

/** WebM can say how a video is turned, but the library would rather encode it anew, as not every player looks there. */
class TurnableWebm extends WebMOutputFormat {
  override get supportsVideoTransformationMetadata() {
    return true;
  }
}

/** A conversion takes over the names of tracks, which are free text, and gives no room to keep for the index. */
class PlainOutput extends Output {
  maximumPacketCount = 0;

  override addVideoTrack(
    source: Parameters<Output['addVideoTrack']>[0],
    metadata?: VideoTrackMetadata,
  ): OutputVideoTrack {
    return super.addVideoTrack(source, this.#change(metadata));
  }

  override addAudioTrack(
    source: Parameters<Output['addAudioTrack']>[0],
    metadata?: AudioTrackMetadata,
  ): OutputAudioTrack {
    return super.addAudioTrack(source, this.#change(metadata));
  }

  #change<T extends { name?: string | undefined }>(metadata: T | undefined): Omit<T, 'name'> {
    const { name: _, ...rest } = metadata ?? ({} as T);
    return { ...rest, maximumPacketCount: this.maximumPacketCount };
  }
}
