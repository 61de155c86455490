/** A WordPress export with these elements of its channel. */
export const createWordPressFile = (...elements: string[]): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.8" -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
  <title>Old site</title>
  <link>https://old.example.com</link>
  <wp:wxr_version>1.2</wp:wxr_version>
  <wp:base_blog_url>https://old.example.com</wp:base_blog_url>
  <wp:author><wp:author_login><![CDATA[aroha]]></wp:author_login><wp:author_display_name><![CDATA[Aroha Ngata]]></wp:author_display_name></wp:author>
  ${elements.join('\n')}
</channel>
</rss>
`;

type Item = {
  id: number;
  title?: string;
  type?: string;
  status?: string;
  name?: string;
  link?: string;
  content?: string;
  excerpt?: string;
  /** Of the clock of the site, and in UTC. */
  date?: string;
  gmt?: string;
  parent?: number;
  /** Elements such as meta, categories and comments. */
  more?: string;
};

export const createItem = (item: Item): string => `<item>
  <title><![CDATA[${item.title ?? ''}]]></title>
  <link>${item.link ?? `https://old.example.com/?p=${item.id}`}</link>
  <dc:creator><![CDATA[aroha]]></dc:creator>
  <content:encoded><![CDATA[${item.content ?? ''}]]></content:encoded>
  <excerpt:encoded><![CDATA[${item.excerpt ?? ''}]]></excerpt:encoded>
  <wp:post_id>${item.id}</wp:post_id>
  <wp:post_date><![CDATA[${item.date ?? '2020-03-01 09:30:00'}]]></wp:post_date>
  <wp:post_date_gmt><![CDATA[${item.gmt ?? '2020-02-29 20:30:00'}]]></wp:post_date_gmt>
  <wp:post_name><![CDATA[${item.name ?? ''}]]></wp:post_name>
  <wp:status>${item.status ?? 'publish'}</wp:status>
  <wp:post_parent>${item.parent ?? 0}</wp:post_parent>
  <wp:post_type>${item.type ?? 'post'}</wp:post_type>
  ${item.more ?? ''}
</item>`;

export const createMeta = (key: string, value: string): string =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;

type MenuEntry = { id: number; title?: string; menu?: string; parent?: number; meta: Record<string, string | number> };

/** An entry of a menu; `meta` as `type`, `object`, `object_id` and `url`. */
export const createMenuItem = ({ id, title = '', menu = 'main', parent = 0, meta }: MenuEntry): string =>
  createItem({
    id,
    title,
    type: 'nav_menu_item',
    more: `<wp:menu_order>${id}</wp:menu_order><category domain="nav_menu" nicename="${menu}"><![CDATA[x]]></category>${Object.entries(
      { ...meta, menu_item_parent: parent },
    )
      .map(([key, value]) => createMeta(`_menu_item_${key}`, String(value)))
      .join('')}`,
  });

export const createMenu = (slug: string, name: string): string =>
  `<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>${slug}</wp:term_slug><wp:term_name><![CDATA[${name}]]></wp:term_name></wp:term>`;

export const createAttachment = (id: number, url: string, more = ''): string =>
  createItem({
    id,
    title: 'An image',
    type: 'attachment',
    status: 'inherit',
    more: `<wp:attachment_url>${url}</wp:attachment_url>${more}`,
  });
