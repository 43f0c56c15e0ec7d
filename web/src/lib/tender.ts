/** What a tender is called in a language; its own name where the language has none. */
export function tenderName(tender: { name: string; names?: Record<string, string> }, language: string): string {
  return tender.names?.[language] ?? tender.name;
}
