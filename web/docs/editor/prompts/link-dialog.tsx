import { isLinkTarget } from '#contract/document/addresses.ts'
import { limits } from '#contract/document/tree.ts'
import type { LinkAttrs } from '../inserting/insert.ts'
import { wholeTarget } from '../sections/whole-target.ts'
import { PromptDialog } from './prompt-dialog.tsx'

type Props = {
  present: LinkAttrs | undefined
  onDone: (attrs: LinkAttrs) => void
  onClose: () => void
}

export function LinkDialog({ present, onDone, onClose }: Props) {
  return (
    <PromptDialog
      title={present ? 'Link ändern' : 'Link setzen'}
      fields={[
        {
          name: 'href',
          label: 'Link target',
          required: true,
          value: present?.href ?? '',
          refuses: (href) =>
            isLinkTarget(wholeTarget(href))
              ? undefined
              : 'Ein Link führt zu einer Webseite (https://…), einer E-Mail (mailto:…) oder einem Telefon (tel:…).',
        },
        { name: 'title', label: 'Title', value: present?.title ?? '', maxLength: limits.text },
      ]}
      onDone={({ href = '', title }) => onDone({ href: wholeTarget(href), title: title || null })}
      onClose={onClose}
    />
  )
}
