const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, or in how long, in the words of the specification (section 9): 'Just now', '5 minutes ago', 'in 2 days'. */
export function formatRelativeTime(iso: string, now: number): string {
  const seconds = Math.trunc((now - Date.parse(iso)) / 1000);
  const distance = Math.abs(seconds);
  if (distance < MINUTE) return seconds < 0 ? 'In a moment' : 'Just now';
  const duration = formatDistance(distance);
  return seconds < 0 ? `In ${duration}` : `${duration} ago`;
}

function formatDistance(seconds: number): string {
  if (seconds < HOUR) return formatUnit(seconds / MINUTE, 'minute');
  if (seconds < DAY) return formatUnit(seconds / HOUR, 'hour');
  const days = Math.floor(seconds / DAY);
  if (days < 30) return formatUnit(days, 'day');
  const months = Math.floor(days / 30);
  return months < 12 ? formatUnit(months, 'month') : formatUnit(Math.max(1, days / 365), 'year');
}

function formatUnit(value: number, unit: string): string {
  const whole = Math.floor(value);
  return whole === 1 ? `1 ${unit}` : `${whole} ${unit}s`;
}
