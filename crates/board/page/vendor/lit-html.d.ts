// The part of lit-html that the page uses, as types.

/** A template with its values. */
export interface TemplateResult {
    readonly strings: TemplateStringsArray;
    readonly values: unknown[];
}

/** A template of HTML. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** A template of SVG. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** Puts a template into an element, and changes there only what has changed. */
export function render(template: unknown, container: HTMLElement): void;

/** Shows nothing; as the whole of an attribute it takes the attribute away. */
export const nothing: unique symbol;
