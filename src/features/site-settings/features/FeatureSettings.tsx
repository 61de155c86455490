import { useState } from 'react';
import { featureWords } from '#api/domain/feature-words.ts';
import { type Feature, featureNames } from '#api/domain/features.ts';
import { formatList } from '#api/domain/lists.ts';
import { formatCount, pluralize } from '#api/domain/plurals.ts';
import type { FeaturesJson } from '#api/features/site-settings/site-settings.contract.ts';
import type { FlatSettings } from '#src/features/site-settings/settings-draft.ts';
import { api } from '#src/lib/api-client.ts';
import { useQuery } from '#src/lib/use-query.ts';
import { ConfirmDialog } from '#src/ui/dialogs/ConfirmDialog.tsx';
import { CheckField } from '#src/ui/forms/CheckField.tsx';

type FeatureJson = FeaturesJson['features'][number];
type Props = { settings: FlatSettings; onChange: (path: string, value: unknown) => void };

const toPath = (name: Feature) => `features.${name}`;

/** What people have stored with it. */
const STORED: Record<Feature, (count: number) => string> = {
  waiting_lists: (count) => formatCount(count, 'person on a waiting list', 'people on waiting lists'),
  subscriptions: (count) => formatCount(count, 'subscription'),
  documentation: (count) => formatCount(count, 'document'),
  openshelf: (count) => formatCount(count, 'work'),
};

/** What the site has: one that is turned off is gone everywhere once it is published, and what is stored stays. */
export function FeatureSettings({ settings, onChange }: Props) {
  const { value } = useQuery('features', (signal) => api.get('/api/admin/settings/features', { signal }));
  const [asked, setAsked] = useState<Feature | null>(null);
  const find = (name: Feature) => value?.features.find((each) => each.name === name);
  return (
    <div className="fields">
      <p className="muted">
        A feature that is off is gone from menus, pages, search results and these admin pages. Nothing is deleted.
      </p>
      {featureNames.map((name) => {
        const found = find(name);
        return (
          <CheckField
            key={name}
            name={toPath(name)}
            label={featureWords[name].label}
            hint={`${featureWords[name].hint}${found?.stored ? ` ${STORED[name](found.stored)}.` : ''}`}
            checked={settings[toPath(name)] === true}
            onChange={({ target }) => (target.checked ? onChange(toPath(name), true) : setAsked(name))}
          />
        );
      })}
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked ? `Turn off ${toSentencePart(featureWords[asked].label)}?` : ''}
        confirmLabel="Turn off"
        onConfirm={async () => {
          if (asked) onChange(toPath(asked), false);
        }}
        onClose={() => setAsked(null)}
      >
        {asked && <Effect name={asked} feature={find(asked)} />}
      </ConfirmDialog>
    </div>
  );
}

const toSentencePart = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);

function Effect({ name, feature }: { name: Feature; feature: FeatureJson | undefined }) {
  return (
    <>
      <p>
        When you publish, its pages and the links to them disappear
        {feature && feature.page_count > 0 && `: ${formatPages(feature)}`}.
        {feature &&
          feature.stored > 0 &&
          ` ${STORED[name](feature.stored)} ${pluralize(feature.stored, 'stays', 'stay')} stored.`}{' '}
        No email is sent.
      </p>
      <p>Turn it on again to bring everything back.</p>
    </>
  );
}

function formatPages({ pages, page_count: count }: FeatureJson): string {
  const more = count - pages.length;
  return formatList(more > 0 ? [...pages, `${formatCount(more, 'more page')}`] : pages);
}
