/** The arch: a display niche with a V and its stone. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 34 34" fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d="M5 31V15a12 12 0 0 1 24 0v16z" strokeWidth="1.7" />
      <path d="M11.3 13.5L17 26l5.7-12.5" strokeWidth="1.9" />
      <circle cx="17" cy="9.6" r="1.5" fill="currentColor" stroke="none" />
    </svg>
  );
}
