import { expect, test } from 'vitest';
import { findEmbed } from '#api/domain/embeds.ts';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/76979871/abcdef0123', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=abcdef0123'],
  [
    'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=1',
    'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
  ],
  [
    'https://x.com/someone/status/1234567890123',
    'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1234567890123',
  ],
  ['https://mastodon.nz/@someone/109876543210987654', 'https://mastodon.nz/@someone/109876543210987654/embed'],
])('%s can be embedded', (href, frame) => {
  expect(findEmbed(href)?.frame).toBe(frame);
});

test.each([
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="onload=alert(1)',
  'https://www.youtube.com/feed',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://user@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com:8443/76979871',
  'https://mastodon.nz/@someone',
  'javascript:alert(1)',
  '/blogs/a-post',
  '',
])('T20 %j cannot', (href) => {
  expect(findEmbed(href)).toBeNull();
});
