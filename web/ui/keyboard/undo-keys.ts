/** The keys that take back what was done last, and those that do it once more. */
type Keys = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }

const isCommand = ({ ctrlKey, metaKey, altKey }: Keys) => (ctrlKey || metaKey) && !altKey

export const isUndo = (event: Keys) => isCommand(event) && !event.shiftKey && event.key.toLowerCase() === 'z'

export const isRedo = (event: Keys) =>
  isCommand(event) && (event.key.toLowerCase() === 'y' || (event.shiftKey && event.key.toLowerCase() === 'z'))
