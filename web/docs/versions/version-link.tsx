// Links between the views of versions, which share one route.
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArrowLeftIcon } from '#web/ui/icon.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import type { VersionsSearch } from './search.ts'

const route = getRouteApi('/signed-in/docs/$doc_id/versions')

export function useShowVersions() {
  const navigate = route.useNavigate()
  return (search: VersionsSearch) => navigate({ search })
}

type Props = {
  doc_id: number
  search: VersionsSearch
  variant?: 'plain' | 'quiet'
  icon?: ReactNode
  label?: string
  children: ReactNode
}

export const VersionLink = ({ doc_id, search, label, ...look }: Props) => (
  <LinkButton
    to="/docs/$doc_id/versions"
    params={{ doc_id }}
    search={search}
    size="small"
    aria-label={label}
    {...look}
  />
)

export const VersionListLink = ({ doc_id }: { doc_id: number }) => (
  <VersionLink doc_id={doc_id} search={{}} variant="quiet" icon={<ArrowLeftIcon size={18} />}>
    Alle Fassungen
  </VersionLink>
)
