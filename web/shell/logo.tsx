import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '#web/status/queries.ts'

/** The company's logo; by default the product's sign. */
export function Logo({ size = 28 }: { size?: number }) {
  const logo = useQuery(statusQuery).data?.logo
  if (logo) return <img src={logo} alt="" height={size} />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M9 10.5h6M9 16h4.5M9 21.5h3M15.5 19.5l3 3 5.5-7.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
