/** Files that are uploaded as they are, by their endings. Imports nothing: the browser knows them, too. */
export type FileType = {
  contentType: string;
  /** Other names under which it is declared or detected. */
  aliases: readonly string[];
  label: string;
};

const define = (label: string, contentType: string, ...aliases: string[]): FileType => ({
  contentType,
  aliases,
  label,
});
const office = (label: string, name: string) => define(label, `application/vnd.openxmlformats-officedocument.${name}`);
const openDocument = (label: string, name: string) => define(label, `application/vnd.oasis.opendocument.${name}`);

/** What browsers play. */
export const AUDIO_TYPES: Readonly<Record<string, FileType>> = {
  mp3: define('MP3', 'audio/mpeg', 'audio/mp3', 'audio/x-mp3'),
  m4a: define('M4A', 'audio/mp4', 'audio/x-m4a', 'audio/m4a', 'audio/aac'),
  ogg: define('OGG', 'audio/ogg', 'application/ogg', 'audio/ogg; codecs=opus', 'audio/opus', 'video/ogg'),
  wav: define('WAV', 'audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'),
  flac: define('FLAC', 'audio/flac', 'audio/x-flac'),
};

/** What is only downloaded: nothing that a browser or an operating system runs. */
export const DOCUMENT_TYPES: Readonly<Record<string, FileType>> = {
  pdf: define('PDF', 'application/pdf'),
  zip: define('ZIP', 'application/zip', 'application/x-zip-compressed', 'application/x-zip'),
  docx: office('Word', 'wordprocessingml.document'),
  xlsx: office('Excel', 'spreadsheetml.sheet'),
  pptx: office('PowerPoint', 'presentationml.presentation'),
  odt: openDocument('ODT', 'text'),
  ods: openDocument('ODS', 'spreadsheet'),
  odp: openDocument('ODP', 'presentation'),
  epub: define('EPUB', 'application/epub+zip'),
  csv: define('CSV', 'text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'),
  txt: define('Text', 'text/plain'),
};

export const FILE_TYPES: Readonly<Record<string, FileType>> = { ...AUDIO_TYPES, ...DOCUMENT_TYPES };

/** Of one file, audio or not. */
export const FILE_MAX_BYTES = 50 * 1024 * 1024;

export const getExtension = (name: string): string => /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** For a field that takes files. */
export const toAccept = (types: Readonly<Record<string, FileType>>): string =>
  Object.keys(types)
    .map((extension) => `.${extension}`)
    .join(',');
