/** What another site offers to show in a frame: who it is, the address of the frame, and its shape. */
export type Embed = { site: string; frame: string; shape: 'video' | 'audio' | 'post' };

type Provider = { hosts: readonly string[] | null; read: (url: URL) => Embed | null };

const video = (site: string, frame: string): Embed => ({ site, frame, shape: 'video' });
const YOUTUBE_ID = /^[\w-]{6,20}$/;

const readYouTube = (id: string | null | undefined): Embed | null =>
  id && YOUTUBE_ID.test(id) ? video('YouTube', `https://www.youtube-nocookie.com/embed/${id}?autoplay=1`) : null;

/** Mastodon is on any server: its addresses say it. Others are known by their hosts. */
const PROVIDERS: readonly Provider[] = [
  {
    hosts: ['youtube.com', 'm.youtube.com'],
    read({ pathname, searchParams }) {
      const [, id] = /^\/(?:shorts|live|embed)\/([^/]+)$/.exec(pathname) ?? [];
      return readYouTube(pathname === '/watch' ? searchParams.get('v') : id);
    },
  },
  { hosts: ['youtu.be'], read: ({ pathname }) => readYouTube(pathname.slice(1)) },
  {
    hosts: ['vimeo.com'],
    read({ pathname }) {
      const [, id, key] = /^\/(\d{5,12})(?:\/([0-9a-f]{6,20}))?$/.exec(pathname) ?? [];
      const secret = key ? `&h=${key}` : '';
      return id ? video('Vimeo', `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${secret}`) : null;
    },
  },
  {
    hosts: ['open.spotify.com'],
    read({ pathname }) {
      const [, kind, id] =
        /^\/(?:intl-[a-z]{2}\/)?(track|album|playlist|episode|show|artist)\/([A-Za-z0-9]{10,30})$/.exec(pathname) ?? [];
      return id ? { site: 'Spotify', frame: `https://open.spotify.com/embed/${kind}/${id}`, shape: 'audio' } : null;
    },
  },
  {
    hosts: ['x.com', 'twitter.com', 'mobile.twitter.com'],
    read({ pathname }) {
      const [, id] = /^\/\w{1,20}\/status\/(\d{5,25})$/.exec(pathname) ?? [];
      const frame = `https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${id}`;
      return id ? { site: 'X', frame, shape: 'post' } : null;
    },
  },
  {
    hosts: null,
    read({ origin, pathname }) {
      const isPost = /^\/@\w{1,40}(?:@[\w.-]{3,100})?\/\d{10,25}$/.test(pathname);
      return isPost ? { site: 'Mastodon', frame: `${origin}${pathname}/embed`, shape: 'post' } : null;
    },
  },
];

/** What is shown for an address in a frame, once a reader asks for it; null for one that is only a link. */
export function findEmbed(href: string): Embed | null {
  const url = URL.parse(href);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return null;
  const host = url.hostname.replace(/^www\./, '');
  const provider =
    PROVIDERS.find(({ hosts }) => hosts?.includes(host)) ?? PROVIDERS.find(({ hosts }) => hosts === null);
  return provider?.read(url) ?? null;
}
