import type { ExtractSchema } from 'hono/types';
import type { AppType } from '#api/app.ts';

// Types only: the requests and responses of the server's routes, as the routes themselves declare them.

type Routes = ExtractSchema<AppType>;
export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that take a method, as the routes spell them: '/api/blogs/:id'. */
export type RoutePath<M extends Method> = {
  [Path in keyof Routes]: `$${M}` extends keyof Routes[Path] ? Path : never;
}[keyof Routes];

type Endpoint<M extends Method, Path extends RoutePath<M>> = Routes[Path][`$${M}` & keyof Routes[Path]];

/** The JSON that a route answers with; undefined for one without a body. */
export type RouteResponse<M extends Method, Path extends RoutePath<M>> =
  Endpoint<M, Path> extends { output: infer Body; outputFormat: infer Format }
    ? Format extends 'json'
      ? Body
      : undefined
    : never;

type Input<M extends Method, Path extends RoutePath<M>> = Endpoint<M, Path> extends { input: infer In } ? In : never;

/** Numbers are written as text in a path or query; a query's undefined is left out. */
type Text<Value> = string extends Value ? string | number : Value extends string ? Value : never;
type Params<In> = In extends { param: infer Param } ? { param: { [Name in keyof Param]: string | number } } : unknown;
type Query<In> = In extends { query: infer Values }
  ? { query?: { [Name in keyof Values]?: Text<Exclude<Values[Name], string[]>> | undefined } }
  : unknown;
type Json<In> = In extends { json: infer Body } ? { json: Body } : unknown;

/** The options that a call of the route requires. */
export type RouteRequest<M extends Method, Path extends RoutePath<M>> = Params<Input<M, Path>> &
  Query<Input<M, Path>> &
  Json<Input<M, Path>>;
