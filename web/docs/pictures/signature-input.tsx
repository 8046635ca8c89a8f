// Field for a signature: button, dialog and result.
import { useRef, useState } from 'react'
import { fieldSignaturePad, parseSignature, signatureText } from '#contract/document/signature.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { EditIcon, TrashIcon } from '#web/ui/icon.tsx'
import { SigningFields, useSigning } from '../hand-in/signing.tsx'
import fieldCss from '../read/field.module.css'
import type { InputProps } from '../read/field-frame.tsx'
import { AnswerPicture } from './answer-picture.tsx'
import css from './pictures.module.css'

export function SignatureInput({ field, view, value, disabled, onChange, aria, isNamed }: InputProps) {
  const { theirs } = view
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { 'aria-label': spoken, ...about } = aria
  const text = value === '' ? 'Unterschreiben …' : 'Neu unterschreiben …'
  return (
    <span className={css['input']}>
      {isNamed && <span className={fieldCss['name']}>{field.name}</span>}
      {value !== '' && (
        <span className={css['signature']}>
          <AnswerPicture value={value} name={field.name} />
        </span>
      )}
      {typeof theirs?.value === 'string' && (
        <span className={css['other']}>
          <span>Auf dem anderen Gerät:</span>
          <AnswerPicture value={theirs.value} name={`${field.name}, anderes Gerät`} />
        </span>
      )}
      {disabled ? (
        value === '' && <span className="quiet">Nicht unterschrieben</span>
      ) : (
        <span className="buttons">
          <Button
            {...about}
            ref={opener}
            data-enter
            size="small"
            icon={<EditIcon />}
            aria-label={`${spoken}: ${text}`}
            onClick={() => setOpen(true)}
          >
            {text}
          </Button>
          {value !== '' && (
            <Button
              variant="quiet"
              size="small"
              icon={<TrashIcon />}
              aria-label={`${field.name}: Unterschrift entfernen`}
              onClick={() => {
                onChange(null)
                opener.current?.focus()
              }}
            >
              Entfernen
            </Button>
          )}
        </span>
      )}
      {isOpen && (
        <SignDialog
          title={field.name}
          onDone={(signed) => {
            onChange(signed)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}

type SignDialogProps = { title: string; onDone: (value: string) => void; onClose: () => void }

/** In a dialog, since a finger scrolling over an inline canvas would draw. */
function SignDialog({ title, onDone, onClose }: SignDialogProps) {
  const { drawn, name, fields } = useSigning()
  const typed = signatureText({ name: name.trim() })
  const value = drawn ? signatureText({ strokes: drawn }) : parseSignature(typed) ? typed : undefined
  return (
    <FormDialog
      title={title}
      size="medium"
      verb="Übernehmen"
      isReady={value !== undefined}
      onSubmit={() => value !== undefined && onDone(value)}
      onClose={onClose}
    >
      <SigningFields size={fieldSignaturePad} fields={fields} />
    </FormDialog>
  )
}
