/** A ring, drawn like the other icons: 24 grid, 1.6 stroke. */
export function RingIcon({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <circle cx="12" cy="15.2" r="5.8" />
      <path d="M8.6 4h6.8l1.6 2.6L12 10.2 7 6.6z" />
    </svg>
  );
}
