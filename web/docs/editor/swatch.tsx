/** A small sample of a colour; null is none. Drawn as SVG, because the page allows no style in attributes. */
export function Swatch({ colour }: { colour: string | null }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <rect
        x="2"
        y="2"
        width="16"
        height="16"
        rx="4"
        fill={colour ?? 'none'}
        stroke="currentColor"
        strokeWidth="1"
      />
      {colour === null && <path d="M5 15 15 5" stroke="currentColor" strokeWidth="1.4" />}
    </svg>
  )
}
