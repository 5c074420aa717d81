-- Answers that showed two documents which state different figures for the same thing, for the desk.
create index interactions_disagreeing on interactions (company_id, theme_id, id)
  where reason like '%Your documents disagree: compare [%';
