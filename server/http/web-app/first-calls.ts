// What the screen of an address asks for before it can show anything, where the address alone says it. A browser that
// is told with the page asks at once, while the app is still on its way. Told in vain it would ask twice: lists that
// somebody may have left in another order are not here.
import { stepsIn } from './page-head.ts'

type FirstCall = {
  /** With the address's steps that are numbers, in their order. */
  call: (first: string, second: string) => string
  /** Holds for this search, and for none; without it for any. */
  search?: string
}

const byPlace: Record<string, readonly FirstCall[]> = {
  '/today': [{ call: () => '/today/' }],
  '/shifts': [{ call: () => '/shifts/' }],
  '/docs': [
    {
      call: () => '/docs/?page=0&filter=&order_by=%2Bname&filter_status=',
      search: 'page=0&filter=&status=&order_by=%2Bname',
    },
  ],
  '/docs/$/show': [
    { call: (doc_id) => `/docs/${doc_id}/` },
    { call: (doc_id) => `/docs/${doc_id}/currentuserdata/` },
  ],
  '/docs/$/edit': [{ call: (doc_id) => `/docs/${doc_id}/` }],
  '/groups': [{ call: () => '/groups/custom/' }],
  '/chat': ['groups', 'direct'].map((kind) => ({
    call: () => `/chat/${kind}/?show_hidden=false`,
    search: 'show_hidden=false',
  })),
  '/happenings/$': [
    { call: (happening_id) => `/happenings/${happening_id}/` },
    {
      call: (happening_id) => `/happenings/${happening_id}/subhappenings/?page=0&filter=&order_by=%2Bname`,
      search: 'page=0&filter=&status=&order_by=%2Bname',
    },
  ],
  '/happenings/$/$/timesheet': [
    { call: (happening_id, part_id) => `/happenings/${happening_id}/subhappenings/${part_id}/` },
    {
      call: (happening_id, part_id) =>
        `/happenings/${happening_id}/subhappenings/${part_id}/time/?page=0&filter=&order_by=%2Bnachname`,
      search: 'page=0&filter=&order_by=%2Bnachname',
    },
  ],
}

/** As the value of a `link` header; undefined where there is nothing to tell. */
export function firstCalls(place: string | undefined, url: string): string | undefined {
  const calls = place === undefined ? undefined : byPlace[place]
  const [, search = ''] = url.split('?')
  const steps = stepsIn(url)
  const ids = (place ?? '').split('/').flatMap((step, at) => (step === '$' ? [steps[at - 1] ?? ''] : []))
  // Whatever else stands there is no address of ours, and shall not get into a header.
  if (!calls || !ids.every((id) => /^\d+$/.test(id))) return undefined
  const [first = '', second = ''] = ids
  const told = calls
    .filter((one) => one.search === undefined || search === '' || search === one.search)
    .map(({ call }) => `<${call(first, second)}>; rel=preload; as=fetch; crossorigin=anonymous; nopush`)
  return told.length > 0 ? told.join(', ') : undefined
}
