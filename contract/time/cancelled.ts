/**
 * True if the planner reports that a person will not come. Their planned times stay readable, but count in no
 * sum, and no actual ones are expected.
 */
export const isCancelled = ({ status }: { status: string | null }) =>
  status?.trim().toLowerCase() === 'abgesagt'
