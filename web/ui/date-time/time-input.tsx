// Time input, typed (815, 8:15, 8.15, 8), stepped by arrows in quarters, or picked; the value is 'HH:MM:SS' or
// null.
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import box from '../field/field.module.css'
import { ClockIcon, MinusIcon, PlusIcon } from '../icon.tsx'
import { END_OF_DAY } from './days.ts'
import { TimeChoice } from './time-choice.tsx'
import css from './time-input.module.css'
import { formatTime, parseTime, STEP_MINUTES, stepTime } from './time-text.ts'
import { TypedField, type TypedProps } from './typed-field.tsx'
import { useTypedValue } from './typed-value.ts'

type Props = TypedProps & {
  /** Start of arrows and picker while empty, e.g. the planned time. */
  start?: string | null | undefined
  /** Shows buttons for 15 minutes earlier and later: on touch devices, in large fields on every device. */
  steps?: boolean
  /** Keeps '24:00' as `END_OF_DAY`, for callers that know the day; otherwise it is 00:00. */
  endsDay?: boolean
}

const parseTimeOfDay = (text: string) => {
  const time = parseTime(text)
  return time === END_OF_DAY ? '00:00:00' : time
}

export function TimeInput(props: Props) {
  const { label, size, disabled } = props
  const typed = useTypedValue({
    ...props,
    parse: props.endsDay ? parseTime : parseTimeOfDay,
    show: formatTime,
  })
  const input = useRef<HTMLInputElement>(null)
  const isLarge = size === 'large'

  const step = (direction: 1 | -1) => typed.set(stepTime(typed.now(), direction, props.start ?? undefined))

  const stepButton = (text: string, icon: ReactNode, direction: 1 | -1) =>
    props.steps && (
      <StepButton
        label={`${label}: ${STEP_MINUTES} Minuten ${text}`}
        isLarge={isLarge}
        disabled={disabled}
        onStep={() => step(direction)}
      >
        {icon}
        {isLarge && STEP_MINUTES}
      </StepButton>
    )
  return (
    <TypedField
      {...props}
      typed={typed}
      wrong="Bitte eine Uhrzeit angeben, zum Beispiel 8:15."
      fits="short"
      input={input}
      typing={{ inputMode: 'numeric', placeholder: '--:--', onFocus: (event) => event.target.select() }}
      onArrow={step}
      before={stepButton('früher', <MinusIcon size={18} />, -1)}
      after={stepButton('später', <PlusIcon size={18} />, 1)}
      opener={{
        label: `${label}: Uhrzeit wählen`,
        icon: <ClockIcon size={18} />,
        // In tables Tab skips the button; Alt+Down opens the picker.
        tabIndex: size === 'small' ? -1 : undefined,
      }}
    >
      {(close) => <TimeChoice value={typed.now() ?? props.start ?? null} onPick={typed.set} onDone={close} />}
    </TypedField>
  )
}

/** Interval (ms) of steps while a button is held down. */
const REPEAT_MS = 400

type StepButtonProps = {
  label: string
  isLarge: boolean
  disabled: boolean | undefined
  onStep: () => void
  children: ReactNode
}

/** Steps once per press, and repeatedly while it is held down. */
function StepButton({ label, isLarge, disabled, onStep, children }: StepButtonProps) {
  const [isHeld, setIsHeld] = useState(false)
  const hasRepeated = useRef(false)
  const repeat = useEffectEvent(() => {
    hasRepeated.current = true
    onStep()
  })
  useEffect(() => {
    if (!isHeld) return undefined
    const timer = setInterval(repeat, REPEAT_MS)
    return () => clearInterval(timer)
  }, [isHeld])
  const release = () => setIsHeld(false)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${box['inner']} ${css['step']} ${isLarge ? css['far'] : ''}`}
      aria-label={label}
      disabled={disabled}
      onPointerDown={({ isPrimary, button }) => {
        hasRepeated.current = false
        setIsHeld(isPrimary && button === 0)
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onPointerLeave={release}
      // Otherwise a long press selects text or opens the browser's context menu.
      onContextMenu={(event) => event.preventDefault()}
      // Fires after pointerup. A button that was held down has made its steps already.
      onClick={() => {
        if (!hasRepeated.current) onStep()
        // The next click may come without a pointer, from a screen reader.
        hasRepeated.current = false
      }}
    >
      {children}
    </button>
  )
}
