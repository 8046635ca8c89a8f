/** Kinds of hits of the search over everything. */
export const kindsOfHits = ['people', 'documents', 'answers', 'happenings', 'shifts', 'messages'] as const
export type KindOfHits = (typeof kindsOfHits)[number]
