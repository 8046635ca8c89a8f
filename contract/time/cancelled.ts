/**
 * Whether the planner says that somebody will not come. Their planned times stay to be read, but are no time that is
 * planned any more: they count in no sum, and nobody waits for actual ones.
 */
export const isCancelled = ({ status }: { status: string | null }) =>
  status?.trim().toLowerCase() === 'abgesagt'
