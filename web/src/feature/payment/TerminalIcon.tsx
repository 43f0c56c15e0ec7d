/** A card terminal, drawn like the other icons: 24 grid, 1.6 stroke. */
export function TerminalIcon({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <rect x="6" y="2.8" width="12" height="18.4" rx="2.4" />
      <path d="M9 6.4h6v3.4H9zM9.4 13.4h.01M12 13.4h.01M14.6 13.4h.01M9.4 17h.01M12 17h.01M14.6 17h.01" />
    </svg>
  );
}
