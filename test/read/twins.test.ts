import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/read/read-document.js';
import { markdown, plain, substance } from './tree.js';

const asText = `SERVICES AGREEMENT

This Agreement is made on 1 March 2024 between Alder Limited (the "Supplier") and Birch plc (the "Client").

BACKGROUND

(A) The Supplier provides services of the kind described in Schedule 1.

(B) The Client wishes to receive them.

1. Definitions

"Fees" means the sums payable under clause 3.

"Services" and "Deliverables" mean the things set out in Schedule 1.

2. Supply of Services

2.1 The Supplier shall supply the Services in accordance with the Specification and shall
use all reasonable care and skill in doing so.

2.2 The Supplier shall:

(a) keep records of each delivery for
six years;

(b) meet the dates set out in Schedule 1, and in particular:

(i) the first date; and

(ii) the second date;

(c) report weekly.

This obligation survives termination.

2.3 Late Deliveries

2.3.1 A late delivery is one made after the date.

2.3.2 The Client may refuse it.

3. FEES

3.1 The Client shall pay the Fees within thirty (30) days
of the date of the invoice.

3.2 The following apply:

- interest runs from the due date;
- costs are recoverable
  in full; and
  - legal fees too;

3.3 Reserved.

SCHEDULE 1 – FEES

1. The fees are set out below and do not include tax.

2. They are reviewed yearly.

Part A – Rates

1. A day is eight hours for the purposes of this part of the schedule.

SCHEDULE 2

1. The last schedule says what happens to the records when the agreement ends.
`;

const asMarkdown = `# SERVICES AGREEMENT

This Agreement is made on 1 March 2024 between **Alder Limited** (the "Supplier") and **Birch plc** (the "Client").

## BACKGROUND

(A) The Supplier provides services of the kind described in [Schedule 1](#schedule-1).

(B) The Client wishes to receive them.

## 1. Definitions

**"Fees"** means the sums payable under clause 3.

**"Services"** and **"Deliverables"** mean the things set out in Schedule 1.

## 2. Supply of Services

2.1 The Supplier shall supply the Services in accordance with the Specification and shall use all reasonable care and
skill in doing so.

2.2 The Supplier shall:

(a) keep records of each delivery for six years;

(b) meet the dates set out in Schedule 1, and in particular:

(i) the first date; and

(ii) the second date;

(c) report weekly.

This obligation survives termination.

### 2.3 Late Deliveries

2.3.1 A late delivery is one made after the date.

2.3.2 The Client may refuse it.

## 3. FEES

3.1 The Client shall pay the Fees within thirty (30) days of the date of the invoice.

3.2 The following apply:

- interest runs from the due date;
- costs are recoverable in full; and
  - legal fees too;

3.3 Reserved.

## SCHEDULE 1 – FEES

1. The fees are set out below and do not include tax.

2. They are reviewed yearly.

### Part A – Rates

1. A day is eight hours for the purposes of this part of the schedule.

## SCHEDULE 2

1. The last schedule says what happens to the records when the agreement ends.
`;

describe('a contract in Markdown and its plain-text twin', () => {
  it('give the same kinds, labels, texts, levels, roles and addresses', () => {
    expect(substance(markdown(asMarkdown))).toEqual(substance(plain(asText)));
  });

  it('give the same under the generic profile, which both are read under when formats differ', () => {
    const profile = defaultProfile('generic');
    expect(substance(markdown(asMarkdown, { profile }))).toEqual(substance(plain(asText, { profile })));
  });

  it('leave to the fallback only the paragraphs of text that stand in no clause', () => {
    expect(plain(asText).fallback_count).toBe(3);
    expect(markdown(asMarkdown).fallback_count).toBe(0);
  });
});
