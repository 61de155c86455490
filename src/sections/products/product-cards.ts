import { getAccentClass } from '#api/domain/product-look.ts';
import type { SiteProduct } from '#api/domain/site-products.ts';
import { findProductLink, listShownProducts } from '#src/lib/products.ts';
import type { SectionProps } from '#src/sections/section-props.ts';

type Fields = SectionProps<'products'>['fields'];
type Card = Fields['cards'][number];
type Line = Fields['lines'][number];

/** What a section shows of the products that are offered: a card for each, where it says nothing about any. */
export function listProductCards({ cards, lines }: Fields): { cards: (Card & { accent: string })[]; lines: Line[] } {
  const products = new Map(listShownProducts().map((product) => [product.key, product]));
  const shownCards = cards.flatMap((card) => {
    const product = products.get(card.product);
    return product ? [completeCard(product, card)] : [];
  });
  const shownLines = lines.filter(({ product }) => products.has(product));
  if (shownCards.length > 0 || shownLines.length > 0) return { cards: shownCards, lines: shownLines };
  return { cards: [...products.values()].map((product) => completeCard(product)), lines: [] };
}

/** What a card leaves empty is the product’s. */
function completeCard(product: SiteProduct, card?: Card) {
  const link = card && (card.action || card.href) ? null : findProductLink(product);
  return {
    product: product.key,
    accent: getAccentClass(product),
    name: card?.name || product.name,
    text: card?.text || product.tagline || product.description,
    note: card?.note ?? '',
    action: link?.label ?? card?.action ?? '',
    action_hint: link ? product.name : (card?.action_hint ?? ''),
    href: link?.href ?? card?.href ?? '',
    look: card?.look ?? 'primary',
  };
}
