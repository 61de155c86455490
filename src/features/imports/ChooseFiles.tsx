import { useRef, useState } from 'react';
import type { ImportSource } from '#api/domain/imports.ts';
import { formatPercent } from '#api/domain/numbers.ts';
import { region } from '#api/domain/region.ts';
import { listTimeZones } from '#api/domain/time-zones.ts';
import { formatBytes } from '#api/domain/bytes.ts';
import { useAction } from '#src/lib/use-action.ts';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { Button } from '#src/ui/forms/Button.tsx';
import { SelectField } from '#src/ui/forms/SelectField.tsx';
import { Icon } from '#src/ui/icons/Icon.tsx';
import { beginImport } from './imports-api.ts';

const SOURCES: Record<ImportSource, { label: string; note: string; accept: string }> = {
  wordpress: {
    label: 'WordPress',
    note: 'The XML file from Tools, Export. Several files are fine.',
    accept: '.xml,text/xml,application/xml',
  },
  ghost: {
    label: 'Ghost',
    note: 'The JSON file from Settings, Labs, or a zip with images and files.',
    accept: '.json,.zip,application/json,application/zip',
  },
  markdown: {
    label: 'Markdown',
    note: 'A zip with .md files: Jekyll, Hugo, Astro, Eleventy, Obsidian.',
    accept: '.zip,application/zip',
  },
};

const listZones = () => [...new Set([region.timeZone, 'UTC', ...listTimeZones()])];

/** What comes in, and as what; nothing of it is on the site before it was checked. */
export function ChooseFiles({ onBegun }: { onBegun: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<ImportSource>('wordpress');
  const [files, setFiles] = useState<readonly File[]>([]);
  const [zone, setZone] = useState<string>(region.timeZone);
  const [areDrafts, setAreDrafts] = useState(false);
  const [progress, setProgress] = useState(0);
  const checking = useAction(async () => {
    setProgress(0);
    onBegun(await beginImport({ source, zone, are_drafts: areDrafts }, files, setProgress));
  });
  const choose = () => input.current?.click();
  const names = Object.keys(SOURCES) as ImportSource[];
  return (
    <>
      <fieldset className="sources choices">
        <legend className="visually-hidden">Where from</legend>
        {names.map((name) => (
          <label key={name} className="choice">
            <input
              type="radio"
              name="source"
              checked={source === name}
              onChange={() => {
                setSource(name);
                setFiles([]);
              }}
            />
            <span>
              <b>{SOURCES[name].label}</b>
              <span className="row-note">{SOURCES[name].note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="drop">
        <input
          ref={input}
          type="file"
          hidden
          multiple={source === 'wordpress'}
          accept={SOURCES[source].accept}
          aria-label="Files"
          onChange={({ currentTarget }) => {
            if (currentTarget.files?.length) setFiles([...currentTarget.files]);
            // The same file can be chosen again after it was changed.
            currentTarget.value = '';
          }}
        />
        <span className="drop-icon">
          <Icon name="file-text" size={20} />
        </span>
        <p>
          <b>{files.length === 0 ? 'No file chosen' : files.map((file) => file.name).join(', ')}</b>
          <span className="row-note">
            {files.length === 0 ? 'Up to 500 MB.' : formatBytes(files.reduce((sum, file) => sum + file.size, 0))}
          </span>
        </p>
        <Button variant="secondary" onClick={choose}>
          {files.length === 0 ? 'Choose file' : 'Choose another'}
        </Button>
      </div>
      <div className="flow-opts">
        <SelectField
          label="Times in the file are in"
          value={zone}
          options={listZones().map((value) => ({ value, label: value }))}
          onChange={({ currentTarget }) => setZone(currentTarget.value)}
        />
        <SelectField
          label="Bring posts in as"
          value={areDrafts ? 'drafts' : 'same'}
          options={[
            { value: 'same', label: 'They were: published, draft, scheduled' },
            { value: 'drafts', label: 'Drafts, all of them' },
          ]}
          onChange={({ currentTarget }) => setAreDrafts(currentTarget.value === 'drafts')}
        />
      </div>
      {checking.error && <Notice tone="error">{checking.error}</Notice>}
      <div className="flow-foot">
        <p className="row-note">Nothing is saved yet. The next step only reads.</p>
        <Button
          aria-disabled={files.length === 0 || undefined}
          isBusy={checking.isBusy}
          busyLabel={progress < 1 ? `Uploading, ${formatPercent(Math.floor(progress * 100) * 100)}` : 'Checking...'}
          onClick={() => void checking.run()}
        >
          Check this file
        </Button>
      </div>
    </>
  );
}
