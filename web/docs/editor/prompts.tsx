// The three prompts: for an image, a link, the name of a field. Each is for a new one as well as for one that is there.
import type { Command } from 'prosemirror-state'
import { flushSync } from 'react-dom'
import { isImageSource, isLinkTarget } from '#contract/document/addresses.ts'
import { isFieldName, longest } from '#contract/document/fields.ts'
import { limits } from '#contract/document/tree.ts'
import type { Editor } from './editor.ts'
import { fieldHere, fieldsIn, renameField } from './field-names.ts'
import { imageHere, type LinkAttrs, linkHere, putImage, putLink, wholeTarget } from './insert.ts'
import { PromptDialog } from './prompt-dialog.tsx'
import type { PromptKind } from './prompt-gestures.ts'

type Props = { editor: Editor; onClose: () => void }

export function Prompt({ about, ...props }: Props & { about: PromptKind }) {
  const Asking = { image: ImagePrompt, link: LinkPrompt, name: NamePrompt }[about]
  return <Asking {...props} />
}

/** Closes the dialog before the text gets the focus: otherwise the dialog would take it back. */
function finish({ editor, onClose }: Props, command: Command) {
  flushSync(onClose)
  editor.run(command)
}

function ImagePrompt(props: Props) {
  const { state } = props.editor
  const present = imageHere(state)?.attrs
  const { from, to } = state.selection
  const selected = present ? '' : state.doc.textBetween(from, to, ' ')
  return (
    <PromptDialog
      title={present ? 'Bild ändern' : 'Bild einfügen'}
      fields={[
        {
          name: 'src',
          label: 'Location',
          required: true,
          value: present?.['src'] ?? '',
          refuses: (src) =>
            isImageSource(src)
              ? undefined
              : 'Hier geht nur eine Adresse mit https:// oder ein hochgeladenes Bild.',
        },
        { name: 'title', label: 'Title', value: present?.['title'] ?? '', maxLength: limits.text },
        { name: 'alt', label: 'Description', value: present?.['alt'] ?? selected, maxLength: limits.text },
      ]}
      onDone={({ src = '', title, alt }) =>
        finish(props, putImage({ src, title: title || null, alt: alt || null }))
      }
      onClose={props.onClose}
    />
  )
}

function LinkPrompt(props: Props) {
  const present: LinkAttrs | undefined = linkHere(props.editor.state)?.attrs
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
      onDone={({ href = '', title }) =>
        finish(props, putLink({ href: wholeTarget(href), title: title || null }))
      }
      onClose={props.onClose}
    />
  )
}

function NamePrompt(props: Props) {
  const { state } = props.editor
  const present = (fieldHere(state)?.node.attrs['name'] as string | undefined) ?? ''
  const fields = fieldsIn(state.doc)
  const named = (name: string) => fields.filter(({ node }) => node.attrs['name'] === name)
  const count = named(present).length
  const isOtherKind = (name: string) =>
    name !== present &&
    named(name).some(({ node }) => node.attrs['type'] !== named(present)[0]?.node.attrs['type'])
  return (
    <PromptDialog
      title="Feld umbenennen"
      fields={[
        {
          name: 'name',
          label: 'Name',
          required: true,
          value: present,
          maxLength: longest.name,
          hint:
            count > 1
              ? `Das Feld kommt ${count}-mal vor und wird überall umbenannt. Seine Angaben bleiben.`
              : 'Die Angaben in diesem Feld bleiben. Felder mit gleichem Namen teilen sich eine Angabe.',
          refuses: (name) =>
            !isFieldName(name)
              ? 'Dieser Name ist nicht möglich.'
              : isOtherKind(name)
                ? 'So heißt schon ein Feld anderer Art.'
                : undefined,
        },
      ]}
      onDone={({ name = '' }) =>
        finish(props, (state, dispatch) => {
          dispatch?.(renameField(state.tr, present, name))
          return true
        })
      }
      onClose={props.onClose}
    />
  )
}
