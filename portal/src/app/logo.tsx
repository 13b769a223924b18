import * as css from './logo.module.css'
/** The logo, in the color of the surrounding text. */
export function Logo({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" className={css.logo}>
      <path d="M2 4h13v5h7v11H9v-5H2z" fill="currentColor" opacity=".25" />
      <path d="M2 4h13v5H2zM9 15h13v5H9z" fill="currentColor" />
    </svg>
  )
}
