/** Saves a response as a file; a plain link could not carry the token. Returns the name of the file. */
export async function saveFile(response: Pick<Response, 'headers' | 'blob'>, fallbackName: string): Promise<string> {
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? fallbackName;
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}
