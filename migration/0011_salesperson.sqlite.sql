CREATE TRIGGER sales_order_salesperson_refuses_update BEFORE UPDATE ON sales_order_salesperson
BEGIN SELECT RAISE(ABORT, 'sales_order_salesperson is append-only'); END;
CREATE TRIGGER sales_order_salesperson_refuses_delete BEFORE DELETE ON sales_order_salesperson
BEGIN SELECT RAISE(ABORT, 'sales_order_salesperson is append-only'); END;
