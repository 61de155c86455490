import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';

const WIDTHS = [
  { width: 390, label: 'Phone' },
  { width: 820, label: 'Tablet' },
  { width: 1440, label: 'Desktop' },
] as const;

/** `children` draws the window, in the style that makes it as wide as was chosen. */
type Props = { children: (style: CSSProperties) => ReactNode };

/** A preview at the width of a phone, a tablet or a desktop, scaled down where there is no room. */
export function PreviewFrame({ children }: Props) {
  const [width, setWidth] = useState<number>(getWidestFitting);
  const [availableWidth, setAvailableWidth] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const measure = new ResizeObserver(([entry]) => setAvailableWidth(entry?.contentRect.width ?? 0));
    if (frame.current) measure.observe(frame.current);
    return () => measure.disconnect();
  }, []);
  const scale = availableWidth === 0 ? 1 : Math.min(1, availableWidth / width);
  return (
    <>
      <fieldset className="preview-widths">
        <legend className="visually-hidden">Screen size</legend>
        {WIDTHS.map((option) => (
          <label key={option.width}>
            <input
              type="radio"
              name="preview-width"
              checked={width === option.width}
              onChange={() => setWidth(option.width)}
            />
            <span>
              {option.label} <span className="muted">{option.width}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="preview-room" ref={frame}>
        {children({
          width,
          height: `calc(var(--preview-height) / ${scale})`,
          transform: `scale(${scale})`,
          marginInlineStart: Math.max(0, (availableWidth - width) / 2),
        })}
      </div>
    </>
  );
}

/** Larger ones show the layout only: their text is too small to read. */
const getWidestFitting = () => WIDTHS.findLast((option) => option.width <= window.innerWidth)?.width ?? WIDTHS[0].width;
