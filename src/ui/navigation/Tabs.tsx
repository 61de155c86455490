import './tabs.css';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

type Tab = { label: string; content: ReactNode };

/** Tabs (WAI-ARIA): arrow keys go round, Home and End to the ends. Every panel stays, so nothing typed is lost. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const count = tabs.length;
    const targets: Record<string, number> = {
      ArrowRight: (current + 1) % count,
      ArrowLeft: (current + count - 1) % count,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[target]?.focus();
  };
  return (
    <>
      <div className="segments" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab, at) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-controls={`${id}-panel-${at}`}
            aria-selected={at === current}
            tabIndex={at === current ? 0 : -1}
            onClick={() => setCurrent(at)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, at) => (
        <div
          key={tab.label}
          className="segment"
          role="tabpanel"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== current}
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}
