import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { readMp4, readWebm, type SampleFile } from './sample-files.ts';

/** Texts that a video with metadata holds; none of them may be published. */
export const SECRETS = {
  title: 'SECRET-TITLE',
  artist: 'SECRET-ARTIST',
  comment: 'SECRET-COMMENT',
  cover: 'SECRET-COVER',
  track: 'SECRET-TRACK',
  location: '+41.2865+174.7762/SECRET-PLACE',
  camera: 'SECRET-CAMERA',
  chapter: 'SECRET-CHAPTER',
  xmp: 'SECRET-XMP',
};

type Kind = 'mp4' | 'webm';

class NamingOutput extends Output {
  override addVideoTrack: Output['addVideoTrack'] = (source, { transformationMatrix: _, ...metadata } = {}) =>
    super.addVideoTrack(source, { ...metadata, name: SECRETS.track, rotation: 90 });
}

/** A sample video in a container of this format, turned by 90 degrees, with tags, cover and a track name. */
async function rewrite(kind: Kind, format: OutputFormat): Promise<Buffer> {
  const { bytes } = await (kind === 'mp4' ? readMp4() : readWebm());
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) });
  const target = new BufferTarget();
  const { title, artist, comment, cover, camera } = SECRETS;
  const image = { data: Buffer.from(cover), mimeType: 'image/png', kind: 'coverFront' as const };
  const raw = { '©mak': camera };
  const tags = { title, artist, comment, date: new Date(0), images: [image], ...(kind === 'mp4' && { raw }) };
  const output = new NamingOutput({ format, target });
  const conversion = await Conversion.init({ input, output, tags, copy: { mode: 'forced' } });
  await conversion.execute();
  input.dispose();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

function box(type: string, ...contents: Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0));
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}

/** Adds a box to the index at the end of an MP4. */
function addToIndex(file: Buffer, added: Buffer): Buffer {
  const at = file.lastIndexOf('moov', undefined, 'latin1') - 4;
  file.writeUInt32BE(file.readUInt32BE(at) + added.length, at);
  return Buffer.concat([file, added]);
}

const toMp4 = (bytes: Buffer): SampleFile => ({ name: 'phone.mp4', type: 'video/mp4', bytes });
const toWebm = (bytes: Buffer): SampleFile => ({ name: 'recorded.webm', type: 'video/webm', bytes });

/** An MP4 as phones write it: tags, location, camera, chapters and XMP, with the index at the end. */
export async function taggedMp4(): Promise<SampleFile> {
  const file = await rewrite('mp4', new Mp4OutputFormat({ fastStart: false }));
  const { location, chapter, xmp, camera } = SECRETS;
  const locationBox = box('\xa9xyz', Buffer.from([0, location.length, 0x15, 0xc7]), Buffer.from(location));
  const chapters = box('chpl', Buffer.from([1, 0, 0, 0, 0, 0, 0, 0, 1]), Buffer.alloc(8), Buffer.from(chapter));
  const model = box('\xa9mod', Buffer.from([0, camera.length, 0x15, 0xc7]), Buffer.from(camera));
  const tagged = addToIndex(file, box('udta', locationBox, chapters, model));
  return toMp4(Buffer.concat([tagged, box('uuid', Buffer.alloc(16, 7), Buffer.from(xmp))]));
}

export const indexFirstMp4 = async () => toMp4(await rewrite('mp4', new Mp4OutputFormat({ fastStart: 'in-memory' })));
export const fragmentedMp4 = async () => toMp4(await rewrite('mp4', new Mp4OutputFormat({ fastStart: 'fragmented' })));

const SEGMENT = Buffer.from('18538067', 'hex');

function element(id: string, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 + content.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

/** A WebM with tags, an attached cover, and chapters with the location. */
export async function taggedWebm(): Promise<SampleFile> {
  const file = await rewrite('webm', new WebMOutputFormat());
  const { chapter, location, camera } = SECRETS;
  const display = element('80', element('85', Buffer.from(chapter + location + camera)));
  const atom = element('b6', element('73c4', Buffer.from([1])), element('91', Buffer.from([0])), display);
  const chapters = element('1043a770', element('45b9', atom));
  const at = file.indexOf(SEGMENT) + SEGMENT.length;
  // Six bytes with the marker 0x04 in the first.
  file.writeUIntBE(file.readUIntBE(at, 6) + chapters.length, at, 6);
  return toWebm(Buffer.concat([file, chapters]));
}

/** A WebM as recorders write it, without the sizes of the segment and its clusters. */
export const recordedWebm = async () => toWebm(await rewrite('webm', new WebMOutputFormat({ appendOnly: true })));

/** The tags, track name, rotation and packets of a video. */
export async function inspectVideo(bytes: Buffer) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(new Uint8Array(bytes)) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('No video track.');
  const packets: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) packets.push(Buffer.from(data));
  const { raw: _, ...tags } = await input.getMetadataTags();
  const summary = { tags, name: await track.getName(), rotation: await track.getRotation(), packets };
  input.dispose();
  return summary;
}
