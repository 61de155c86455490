import { sectionKinds } from '#api/domain/section-kinds.ts';
import { HOME_ADDRESS, pageFields, type PageSection, type SitePage } from '#api/domain/site-pages.ts';
import { PageAddressField } from '#src/features/pages/PageAddressField.tsx';
import { Notice } from '#src/ui/feedback/Notice.tsx';
import { FieldsForm } from '#src/ui/fields/FieldsForm.tsx';
import type { FaultsByPath } from '#src/ui/fields/form-fields.ts';

type FormProps = { faults: FaultsByPath; onChange: (name: string, value: unknown) => void };

/** The form of one section; `at` is its place in the page, from 0. */
export function SectionForm({ section, at, faults, onChange }: FormProps & { section: PageSection; at: number }) {
  const { name, hint, fields } = sectionKinds[section.kind];
  return (
    <>
      <header className="page-form-head">
        <h2>{name}</h2>
        <p className="field-hint">{hint}</p>
      </header>
      {section.is_hidden && <Notice tone="info">This section is hidden: visitors don’t see it.</Notice>}
      {section.kind === 'legal' && !section.fields.is_checked && (
        <Notice tone="info" title="Have this checked">
          This text is a template that is filled in with your company. Let a lawyer read it before you publish it.
        </Notice>
      )}
      <FieldsForm
        fields={fields}
        values={section.fields}
        prefix={`sections.${at}.fields.`}
        faults={faults}
        onChange={onChange}
      />
    </>
  );
}

const { title, address: _, ...others } = pageFields;

type FactsProps = FormProps & {
  id: number;
  page: SitePage;
  live: { live_address: string | null; is_removable: boolean };
};

/** Title, address, and what search engines are told. */
export function FactsForm({ id, page, live, faults, onChange }: FactsProps) {
  const { live_address: liveAddress, is_removable: isRemovable } = live;
  return (
    <>
      <header className="page-form-head">
        <h2>Page</h2>
        <p className="field-hint">Its title, its address, and what search engines are told.</p>
      </header>
      <FieldsForm fields={{ title }} values={page} faults={faults} onChange={onChange} />
      <PageAddressField
        name="address"
        id={id}
        value={page.address}
        isDisabled={!isRemovable && page.address === HOME_ADDRESS}
        hint={formatHint({ address: page.address, liveAddress, isRemovable })}
        error={faults.get('address')}
        onChange={(address) => onChange('address', address)}
      />
      <FieldsForm fields={others} values={page} faults={faults} onChange={onChange} />
    </>
  );
}

type Hint = { address: string; liveAddress: string | null; isRemovable: boolean };

function formatHint({ address, liveAddress, isRemovable }: Hint): string {
  if (!isRemovable) return 'The home page stays at this address.';
  if (liveAddress !== null && liveAddress !== address)
    return `Visitors of ${liveAddress} are sent to the new address once it is published.`;
  return 'Such as /about.';
}
