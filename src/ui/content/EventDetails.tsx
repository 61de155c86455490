import './event-details.css';
import { useId } from 'react';
import { type Fact, FactList } from './FactList.tsx';

type Props = { facts: readonly Fact[]; payloadTitle: string; /** JSON, or any text. */ payload: string };

/** What is known of a stored event, and the JSON that was sent. */
export function EventDetails({ facts, payloadTitle, payload }: Props) {
  const id = useId();
  return (
    <>
      <FactList facts={facts} />
      <h3 id={id}>{payloadTitle}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys must be able to scroll it */}
      <section className="event-payload" tabIndex={0} aria-labelledby={id}>
        <pre>{formatJson(payload)}</pre>
      </section>
    </>
  );
}

/** Indented JSON; what is not JSON stays as it is. */
function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
