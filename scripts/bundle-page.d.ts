export const PAGE_ASSETS: string;
export function pageAssets(): Promise<string>;
