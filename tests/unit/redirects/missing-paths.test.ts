import { expect, it } from 'vitest';
import { isProbe } from '#api/domain/missing-paths.ts';

it.each([
  '/wp-login.php',
  '/blog/wp-includes/wlwmanifest.xml',
  '/xmlrpc.php',
  '/.env',
  '/api-old/.git/config',
  '/backup.sql',
  '/site.tar.gz',
  '/phpmyadmin/index.php',
  '/cgi-bin/luci',
  '/a.php',
  '/shell.php',
  '/apple-touch-icon-precomposed.png',
  '/.well-known/traffic-advice',
  '/ads.txt',
])('%s is what robots and browsers try on every site', (path) => {
  expect(isProbe(path)).toBe(true);
});

it.each([
  '/pricing',
  '/about.php',
  '/blog/wordpress-to-astro',
  '/logbok',
  '/team.html',
  '/news/2019/05',
  '/setup-guide',
])('%s may be a link that someone has followed', (path) => {
  expect(isProbe(path)).toBe(false);
});
