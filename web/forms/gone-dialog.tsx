// Replaces a dialog whose data is gone or could not be loaded.

import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Notice } from '#web/ui/notice.tsx'

export function GoneDialog({
  title,
  sentence,
  onClose,
}: {
  title: string
  sentence: string
  onClose: () => void
}) {
  return (
    <Modal title={title} onClose={onClose}>
      <Form onSubmit={onClose}>
        <Notice tone="danger">{sentence}</Notice>
        <FormActions>
          <SubmitButton data-autofocus="">Zur Liste</SubmitButton>
        </FormActions>
      </Form>
    </Modal>
  )
}
