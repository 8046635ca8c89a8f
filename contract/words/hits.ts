/** What the search over everything finds. */
export const kindsOfHits = ['people', 'documents', 'answers', 'happenings', 'shifts', 'messages'] as const
export type KindOfHits = (typeof kindsOfHits)[number]
