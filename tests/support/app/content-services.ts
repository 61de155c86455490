import { blogRequest } from '#api/features/blogs/blogs.contract.ts';
import { createBlog as create, updateBlog as update } from '#api/features/blogs/editing/editing.service.ts';
import { categoryRequest } from '#api/features/categories/categories.contract.ts';
import { createCategory as addCategory } from '#api/features/categories/categories.service.ts';
import { parseInput } from '#api/http/validation.ts';
import type { BlogInput } from './blog-request.ts';

type Deps = Parameters<typeof create>[0];
type Author = Parameters<typeof create>[2];

// Each calls its service as the route does: the input is parsed by the contract first.

export const createBlog = async (deps: Deps, input: BlogInput, author?: Author) =>
  create(deps, parseInput(blogRequest, input), author);

export const updateBlog = async (deps: Deps, id: number, input: BlogInput, author?: Author) =>
  update(deps, id, parseInput(blogRequest, input), author);

export const createCategory = async (deps: Deps, actorId: number | null, input: unknown) =>
  addCategory(deps, actorId, parseInput(categoryRequest, input));
