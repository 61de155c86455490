export * from './blogs.ts';
export * from './categories.ts';
export * from './products.ts';
export * from './publishing.ts';
