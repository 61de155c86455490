const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, or in how long, in the words of the specification (section 9): 'Just now', '5 minutes ago', 'in 2 days'. */
export function relativeTime(iso: string, now: number): string {
  const seconds = Math.trunc((now - Date.parse(iso)) / 1000);
  const distance = Math.abs(seconds);
  if (distance < MINUTE) return seconds < 0 ? 'In a moment' : 'Just now';
  const words = wordsOf(distance);
  return seconds < 0 ? `In ${words}` : `${words} ago`;
}

function wordsOf(seconds: number): string {
  if (seconds < HOUR) return counted(seconds / MINUTE, 'minute');
  if (seconds < DAY) return counted(seconds / HOUR, 'hour');
  const days = Math.floor(seconds / DAY);
  if (days < 30) return counted(days, 'day');
  const months = Math.floor(days / 30);
  return months < 12 ? counted(months, 'month') : counted(Math.max(1, days / 365), 'year');
}

function counted(value: number, unit: string): string {
  const whole = Math.floor(value);
  return whole === 1 ? `1 ${unit}` : `${whole} ${unit}s`;
}
