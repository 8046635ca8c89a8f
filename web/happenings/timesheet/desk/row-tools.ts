// What rows at a desk are worked with: fields with their keys and what is pasted into them, a menu, and what has to
// be known.
export { NoteField } from '../note-field.tsx'
export { PauseField } from '../pause-field.tsx'
export { RowMenu } from '../row-menu.tsx'
export { RowNotes } from '../row-notes.tsx'
export { EndField } from './end-field.tsx'
export { noteTyping, pressInGrid } from './grid-keys.ts'
export { pasteInGrid } from './paste-in-grid.ts'
