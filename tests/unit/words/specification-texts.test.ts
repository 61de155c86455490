import { expect, test } from 'vitest';
import { listFiles, readSource } from '../../support/architecture/source-files.ts';

/** The texts that the specification quotes, of the screens that exist. A screen that is built adds its own. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  home: [
    'Make your money work better for you.',
    'We make tools for Creators, Doers, and Thinkers',
    'Join the waiting list',
    'Try it now',
    'Coming Soon',
    "Some Things We've Written",
    'Story',
    'Read more stories',
  ],
  'sign-in and sign-up': [
    'Sign In',
    'Sign Out',
    'Welcome Back',
    'Continue with Email',
    'Create Your Account',
    'Sign Up with Email',
    'Verify',
  ],
  blog: ['Blogs', 'Blog post not found', 'No blogs found in this category.'],
  'legal pages and pricing': ['Last updated', 'Most Popular', 'Best Value', 'Enterprise', 'Starter'],
  'waiting-list form': ['Joining Waitinglist...', 'Something went wrong. Please try again.'],
  'plan purchase': [
    'Processing...',
    'Please sign in to subscribe',
    'Failed to start subscription process',
    'Stripe is not configured',
    'User not authenticated',
    'Failed to load Stripe',
    'Plan configuration not found for ${',
  ],
  'Manage Subscriptions': [
    'Manage Subscriptions',
    'Cancel',
    'Reactivate',
    'Change plan',
    'Will cancel at period end',
    'Subscription ending',
    'No upcoming payment',
    'Failed to load subscriptions',
    'Failed to cancel subscription',
    'Failed to reactivate subscription',
    'Subscription cancelled successfully',
    'Subscription reactivated successfully',
  ],
  'profile and settings': [
    'Failed to fetch profile.',
    'Failed to update profile.',
    'Profile updated successfully!',
    'Power User Programs',
    'Alpha',
    'Beta',
    'Normal',
    'Failed to update program settings.',
    'Settings updated successfully!',
  ],
  documents: ['Select a document to view its content', 'Loading document...', 'Failed to load document'],
  'errors of calls': [
    'No response from server. Please check your network connection.',
    'Server error: ',
    'An error occurred',
    'Unknown error occurred',
    'Unexpected Application Error!',
    'Authentication token not found',
  ],
  'admin menu': [
    'Blog manager',
    'Blog Categories',
    'Documents Manager',
    'Doc Sections',
    'Products Manager',
    'Loading...',
  ],
  'Blog manager': [
    'Title',
    'Categories',
    'Status',
    'Add New Blog',
    'Are you sure you want to delete this blog?',
    'Failed to fetch blogs',
    'Blog deleted successfully',
    'Failed to delete blog',
  ],
  'blog editor': ['Blog created successfully', 'Blog updated successfully', 'Failed to load blog data', 'Cancel'],
  'category manager': ['No categories found. Add your first category above.', 'Failed to fetch categories'],
  'Documents manager': ['Uncategorized', 'Section', 'Last Updated', 'Actions', 'Failed to fetch documents'],
  'document editor': [
    'Document created successfully',
    'Document updated successfully',
    'Failed to save document',
    'Failed to load sections',
  ],
  'Sections manager': ['Unassigned', 'Failed to fetch sections'],
  'Products manager': ['No description', 'Failed to fetch products'],
  // Of sections, products, documents and categories: the parts around the kind. Their island tests check the whole texts.
  'lists with a form': [
    'Failed to save $',
    'Failed to delete $',
    '} deleted successfully',
    "'updated' : ADDED[kind]} successfully",
    "category: 'created', document: 'added', product: 'added', section: 'added'",
    'Are you sure you want to delete this {kind}?',
  ],
  'relative times': ['Just now'],
};

/** As the specification writes it: straight quotes, three dots, single spaces. */
const normalize = (text: string): string =>
  text.replaceAll(/[’‘]/g, "'").replaceAll("\\'", "'").replaceAll('…', '...').replaceAll(/\s+/g, ' ');

const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const sources = listFiles(['src', 'api', 'db/seed/site'])
  .map((file) => normalize(withoutComments(readSource(file))))
  .join('\n');

test.each(Object.entries(TEXTS))('%s: the texts of the specification are used unchanged', (_screen, texts) => {
  expect(texts.filter((text) => !sources.includes(text))).toEqual([]);
});
