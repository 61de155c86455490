import { scenes } from './film.ts';

const formatTime = (second: number) => new Date(Math.round(second * 1000)).toISOString().slice(11, 23);

/** What is seen in each scene, as WebVTT. */
export function formatCaptions(): string {
  let start = 0;
  const cues = scenes.map(({ seconds, caption }) => {
    const from = start;
    start += seconds;
    return `${formatTime(from)} --> ${formatTime(start)}\n${caption}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}
