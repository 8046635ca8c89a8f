// Dialogs over a list: closing them returns to the unchanged list.
import { useNavigate } from '@tanstack/react-router'
import { errorSentence, isGone } from '#web/api.ts'
import { useIfStillHere } from '#web/shell/use-while-here.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Form, FormActions, SubmitButton } from '#web/ui/field/form.tsx'
import { Notice } from '#web/ui/notice.tsx'

type ListPath = '/docs' | '/happenings' | '/users' | '/groups'

export function useBackTo(to: ListPath) {
  const navigate = useNavigate({ from: to })
  const whileHere = useIfStillHere()
  return () => void whileHere(() => navigate({ to, search: true, replace: true }))
}

/** Error component of a dialog's route: the record in the address does not exist or could not be loaded. */
export const createErrorDialog = (title: string, gone: string, to: ListPath) =>
  function ErrorDialog({ error }: { error: unknown }) {
    const back = useBackTo(to)
    return <GoneDialog title={title} sentence={isGone(error) ? gone : errorSentence(error)} onClose={back} />
  }

type GoneDialogProps = { title: string; sentence: string; onClose: () => void }

export const GoneDialog = ({ title, sentence, onClose }: GoneDialogProps) => (
  <Modal title={title} onClose={onClose}>
    <Form onSubmit={onClose}>
      <Notice tone="danger">{sentence}</Notice>
      <FormActions>
        <SubmitButton data-autofocus="">Zur Liste</SubmitButton>
      </FormActions>
    </Form>
  </Modal>
)
