// Questions of the editor: after a conflicting save, and before leaving with unsaved changes.
import { choose } from '#web/ui/dialog/confirm.tsx'
import { type Editor, useEditorValue } from '../editor.ts'

/** Whichever text is chosen, the other one is set aside. */
export const chooseInConflict = (overwrite: () => Promise<unknown>, reload: () => Promise<unknown>) =>
  choose({
    title: 'Inzwischen hat jemand anderes gespeichert',
    focusesCancel: true,
    children: (
      <p>
        „Überschreiben“ speichert Ihre Fassung. „Neu laden“ zeigt die gespeicherte. Die jeweils andere liegt
        danach über dem Text zum Zurückholen bereit.
      </p>
    ),
    choices: [
      { verb: 'Neu laden', act: reload },
      { verb: 'Überschreiben', variant: 'danger', act: overwrite },
    ],
  })

/**
 * Asks before leaving, although the changes stay in this browser, since nobody else sees them there. Resolves with
 * true to leave. `save` returns whether it succeeded.
 */
export const confirmLeaving = async (editor: Editor, save: () => Promise<boolean>): Promise<boolean> =>
  (await choose({
    title: 'Den Prozess verlassen, ohne zu speichern?',
    children: <UnsavedChangesNote editor={editor} />,
    choices: [
      { verb: 'Verlassen', act: () => true },
      {
        verb: 'Speichern und verlassen',
        variant: 'primary',
        async act() {
          await waitForUploads(editor)
          return save()
        },
      },
    ],
  })) ?? false

const UnsavedChangesNote = ({ editor }: { editor: Editor }) => (
  <p>
    Ihre Änderungen bleiben in diesem Browser erhalten, bis Sie sich abmelden.
    {useEditorValue(editor, editor.isUploading) &&
      ' Ein Bild wird noch hochgeladen: Mit „Verlassen“ geht es verloren.'}
  </p>
)

const waitForUploads = ({ states, isUploading }: Editor) =>
  new Promise<void>((done) => {
    const look = () => {
      if (isUploading()) return
      stop()
      done()
    }
    const stop = states.subscribe(look)
    look()
  })
